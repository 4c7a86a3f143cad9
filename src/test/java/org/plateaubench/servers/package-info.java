// SPDX-License-Identifier: Apache-2.0
/** Servers of other products that the tests of processes and those of plugins start; compiled with both. */
@NullMarked
package org.plateaubench.servers;

import org.jspecify.annotations.NullMarked;
