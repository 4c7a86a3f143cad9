// SPDX-License-Identifier: Apache-2.0
/** Recorders without locks or allocation, and their interval snapshots. */
@NullMarked
package org.plateaubench.measure;

import org.jspecify.annotations.NullMarked;
