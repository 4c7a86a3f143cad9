// SPDX-License-Identifier: Apache-2.0

/** A driver while it runs: its users, their timed sections, its own figures. */
@NullMarked
package org.plateaubench.plugin.faban.run;

import org.jspecify.annotations.NullMarked;
