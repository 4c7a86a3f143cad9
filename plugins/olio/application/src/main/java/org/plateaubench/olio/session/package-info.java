// SPDX-License-Identifier: Apache-2.0
/** The sessions of signed-in users. */
@NullMarked
package org.plateaubench.olio.session;

import org.jspecify.annotations.NullMarked;
