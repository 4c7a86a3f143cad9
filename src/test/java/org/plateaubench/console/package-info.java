// SPDX-License-Identifier: Apache-2.0
/** The web console as a person meets it: the real launcher, a real browser, real runs. */
@NullMarked
package org.plateaubench.console;

import org.jspecify.annotations.NullMarked;
