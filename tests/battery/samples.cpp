#include "tests/battery/samples.hpp"

namespace comodin::battery {
namespace {

constexpr std::string_view kMixed = R"(
edition mixed
title es "Revuelto \"todo a la vez\""
title en "Mixed"
direction right
dealer picked
option drawn_voluntary must

colored 0 2
colored 1-3 3
colored 7 3
colored p 1 points 20
colored +2 3 points 20
colored +3 1 points 25
colored v 2 points 20
colored s 2 points 20
colored t 1 points 30
colored d 1 points 30
wild W 4 points 50
wild W4 4 points 50
wild Wr 4 points 50
wild Wy 4 points 50
wild Wg 4 points 50
wild Wb 4 points 50
wild Wp 4 points 50
wild Wk 6 points 50
wild Wx 4 points 50
wild Wh 4 points 50
wild Wq 4 points 60
wild Wz 2 points 70
custom Wc 4 points 40

power red: shield
power blue: gift
power green: double
power yellow: flip

play p: take power yellow
play +2: hit 2
play +3: hit 3; next is marked lento
play v: reverse
play s: skip
play t: all draw 1; throw round or draw 1
play d: next discards 1; previous draws 1
play W: name color
play W4: name color; hit 4
play Wr: take power red; name color
play Wy: take power yellow; name color; reverse
play Wg: name color; take power green
play Wb: take power blue; name color; hyperspeed
play Wp: take power any; name color
play Wk: name color
play Wx: name color; all draw 1; throw round or draw 2
play Wh: name color; hyperspeed
play Wq: name color; player picks; picked draws 1; player shows hand to picked; throw round or draw 1; hit 2
play Wz: name color; others vote most "¿Otra?" { yes: all draw 1; hit 2 | no: skip }
play Wc: name color
last +2: hit 2
last +3: hit 3
last W4: hit 4
take Wk: show; draw 3
take Wh: draw 1
take +3: show
restrict W4: no color no wild
restrict Wq: no color

first +2: hit 2
first +3: skip; skip
first v: dealer starts
first s: skip
first W Wr Wy Wg Wb Wp Wk Wq Wz Wc: name color
first W4: put back
first Wx Wh: pass over
)";

constexpr std::string_view kTiny = R"(
edition tiny
title es "Chiquita"
direction left
dealer drawn
option cards 4
option target 100

colored 0 1
colored 1-4 1
colored 7 1
colored +2 1 points 20
colored v 1 points 20
colored s 1 points 20
wild W 2 points 50
wild W4 2 points 50
custom Wc 4 points 40

play +2: hit 2
play v: reverse
play s: skip
play W Wc: name color
play W4: name color; hit 4
last +2: hit 2
last W4: hit 4
restrict W4: no color
first +2: hit 2
first v: dealer starts
first s: skip
first W Wc: name color
first W4: put back
)";

constexpr NamedText kEditions[] = {{"mixed", kMixed}, {"tiny", kTiny}};

constexpr std::string_view kRules[] = {
    "next draws 2; next loses turn",
    "others draw 1",
    "everyone draw 5",
    "all draw until red",
    "previous draws until named",
    "next draws 3 if stuck; previous draws 2 if stuck",
    "next discards 2",
    "others discard 1",
    "everyone discard to 2",
    "player discards to 1; player draws 2",
    "all discard wilds",
    "next discards named; previous discards blue",
    "all fill to 5",
    "player plays again; next loses turn",
    "hands up; next shows hand to table",
    "next shows hand to player; player shows hand to previous",
    "others show hand to player",
    "player swaps",
    "next swaps with previous",
    "player picks; picked swaps with next; picked draws 1",
    "player picks; player shows hand to picked; picked shows hand to table",
    "previous picks; picked discards 1; picked loses turn",
    "hands pass; next is marked \"pato cojo\"",
    "others are marked mudo until uno; player is marked rey",
    "everyone confirm \"¡Baila!\"",
    "next confirms \"canta\"; hit 2",
    "others vote \"¿Os reís?\" { yes: player draws 2 | no: player plays again }",
    "everyone vote all \"¿Pasamos las manos?\" { yes: hands pass | no: reverse }",
    "others vote most \"¿Salta?\" { yes: skip | no: next draws 1; skip }",
    "next votes any \"¿Sola?\" { yes: | no: next draws 1 }",
    "next chooses { \"a\": hit 3 | \"b\": next discards 1 | \"c\" }",
    ("player chooses { \"cambio\": player picks; picked swaps with player | \"voto\": others vote most "
     "\"¿sí?\" { yes: next chooses { \"x\": next draws 1 | \"y\": reverse } | no: } }; next draws 1"),
    "hit 2; hit 2",
    "skip; reverse; skip",
    "reverse; player plays again; hit 1",
    "others lose turn",
    "everyone lose turn; player loses turn; previous loses turn",
    "next draws 20; next discards to 3",
    "hands up; hands pass; player swaps with next",
    "everyone discard red; all discard yellow; others discard green",
};

}  // namespace

std::span<const NamedText> made_up_editions() { return kEditions; }
std::span<const std::string_view> sample_rules() { return kRules; }

}  // namespace comodin::battery
