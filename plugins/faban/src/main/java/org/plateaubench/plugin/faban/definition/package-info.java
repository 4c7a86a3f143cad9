// SPDX-License-Identifier: Apache-2.0

/** The annotations of a driver as a workload. */
@NullMarked
package org.plateaubench.plugin.faban.definition;

import org.jspecify.annotations.NullMarked;
