// SPDX-License-Identifier: Apache-2.0
/** Recorders, interval snapshots and their codec. */
@NullMarked
package org.plateaubench.measure;

import org.jspecify.annotations.NullMarked;
