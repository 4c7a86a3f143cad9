// SPDX-License-Identifier: Apache-2.0
/** The files that users of other hosts install: archive, Debian package, container image, with digests and signature. */
@NullMarked
package org.plateaubench.packaging;

import org.jspecify.annotations.NullMarked;
