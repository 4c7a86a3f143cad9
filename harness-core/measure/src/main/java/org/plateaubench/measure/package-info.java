// SPDX-License-Identifier: Apache-2.0
/** Recorders without locks or allocation, and the interval snapshots that are taken of them. */
@NullMarked
package org.plateaubench.measure;

import org.jspecify.annotations.NullMarked;
