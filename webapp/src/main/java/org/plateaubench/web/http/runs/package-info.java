// SPDX-License-Identifier: Apache-2.0
/** What packages of the console know of runs and run files, whose own package they do not know. */
@NullMarked
package org.plateaubench.web.http.runs;

import org.jspecify.annotations.NullMarked;
