// SPDX-License-Identifier: Apache-2.0
/** The TPC-B-like transaction on the tables of pgbench, so that the harness can be compared with a C tool. */
@NullMarked
package org.plateaubench.plugin.tpcb;

import org.jspecify.annotations.NullMarked;
