// SPDX-License-Identifier: Apache-2.0
/** Isolates plugins from each other and from the process, and records their forbidden actions. */
@NullMarked
package org.plateaubench.loader.isolation;

import org.jspecify.annotations.NullMarked;
