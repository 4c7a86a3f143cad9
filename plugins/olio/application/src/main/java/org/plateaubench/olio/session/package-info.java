// SPDX-License-Identifier: Apache-2.0
/** Who is signed in. */
@NullMarked
package org.plateaubench.olio.session;

import org.jspecify.annotations.NullMarked;
