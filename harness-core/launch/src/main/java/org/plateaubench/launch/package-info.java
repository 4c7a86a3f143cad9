// SPDX-License-Identifier: Apache-2.0
/** Runs the launcher of an installation in a separate process, and reads its results. */
@NullMarked
package org.plateaubench.launch;

import org.jspecify.annotations.NullMarked;
