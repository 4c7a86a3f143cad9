// SPDX-License-Identifier: Apache-2.0
/** Power by the Data Center Manageability Interface of IPMI, asked by ipmitool. */
@NullMarked
package org.plateaubench.plugin.power.ipmi;

import org.jspecify.annotations.NullMarked;
