// SPDX-License-Identifier: Apache-2.0
/**
 * The data of the workload: its amount, and the content of each row as a pure function of its number and the data seed.
 * The driver and the reference application share it, so that neither has to query the other.
 */
@NullMarked
package org.plateaubench.plugin.olio.data;

import org.jspecify.annotations.NullMarked;
