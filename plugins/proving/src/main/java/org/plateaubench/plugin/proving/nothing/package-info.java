// SPDX-License-Identifier: Apache-2.0
/** Workload {@code null}: no SUT, only what the harness itself costs. */
@NullMarked
package org.plateaubench.plugin.proving.nothing;

import org.jspecify.annotations.NullMarked;
