// SPDX-License-Identifier: Apache-2.0
/** Workload {@code null}: no SUT, only the cost of the harness itself. */
@NullMarked
package org.plateaubench.plugin.proving.nothing;

import org.jspecify.annotations.NullMarked;
