// SPDX-License-Identifier: Apache-2.0
/** A server whose answers take times of a known law, in a process of its own, and the workload that asks it. */
@NullMarked
package org.plateaubench.plugin.proving.law;

import org.jspecify.annotations.NullMarked;
