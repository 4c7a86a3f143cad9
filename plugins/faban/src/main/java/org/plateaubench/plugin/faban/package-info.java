// SPDX-License-Identifier: Apache-2.0

/** Runs drivers that were written for Faban: reads their classes and runs their users. */
@NullMarked
package org.plateaubench.plugin.faban;

import org.jspecify.annotations.NullMarked;
