// SPDX-License-Identifier: Apache-2.0
/** The pages of the console in a real browser. */
@NullMarked
package org.plateaubench.web.ui;

import org.jspecify.annotations.NullMarked;
