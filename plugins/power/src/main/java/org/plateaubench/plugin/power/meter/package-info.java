// SPDX-License-Identifier: Apache-2.0
/** The code that all kinds of meters share. */
@NullMarked
package org.plateaubench.plugin.power.meter;

import org.jspecify.annotations.NullMarked;
