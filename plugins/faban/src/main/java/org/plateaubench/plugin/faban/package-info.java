// SPDX-License-Identifier: Apache-2.0

/** Runs drivers that were written for Faban. */
@NullMarked
package org.plateaubench.plugin.faban;

import org.jspecify.annotations.NullMarked;
