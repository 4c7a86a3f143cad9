// SPDX-License-Identifier: Apache-2.0
/** Olio and CloudStone: the web 2.0 workload. */
@NullMarked
package org.plateaubench.plugin.olio;

import org.jspecify.annotations.NullMarked;
