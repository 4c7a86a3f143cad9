// SPDX-License-Identifier: Apache-2.0
/**
 * The interfaces through which packages of the console use runs and run files without depending on the packages that
 * implement them.
 */
@NullMarked
package org.plateaubench.web.http.runs;

import org.jspecify.annotations.NullMarked;
