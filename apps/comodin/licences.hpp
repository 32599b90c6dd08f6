// Our licence, and what the licences of others ask us to pass on: LICENSE and THIRD-PARTY.md.
#pragma once

namespace comodin {

extern const char* const kLicences;

}  // namespace comodin
