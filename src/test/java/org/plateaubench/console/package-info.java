// SPDX-License-Identifier: Apache-2.0
/** The web console from the view of a user, with the real launcher, a real browser and real runs. */
@NullMarked
package org.plateaubench.console;

import org.jspecify.annotations.NullMarked;
