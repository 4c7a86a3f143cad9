// SPDX-License-Identifier: Apache-2.0
/**
 * What the data of the workload is: how much of it, and the content of each row as a pure function of its number and
 * the data seed. The driver and the reference application share it, so neither has to ask the other.
 */
@NullMarked
package org.plateaubench.plugin.olio.data;

import org.jspecify.annotations.NullMarked;
