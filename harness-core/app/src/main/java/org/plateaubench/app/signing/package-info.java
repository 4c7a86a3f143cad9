// SPDX-License-Identifier: Apache-2.0
/** Signatures of what is given to others. */
@NullMarked
package org.plateaubench.app.signing;

import org.jspecify.annotations.NullMarked;
