// SPDX-License-Identifier: Apache-2.0
/** The reference application: a social-events site in one process. */
@NullMarked
package org.plateaubench.olio;

import org.jspecify.annotations.NullMarked;
