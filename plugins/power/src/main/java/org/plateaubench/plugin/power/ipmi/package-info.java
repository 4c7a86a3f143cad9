// SPDX-License-Identifier: Apache-2.0
/** Power meters with the Data Center Manageability Interface of IPMI, which ipmitool queries. */
@NullMarked
package org.plateaubench.plugin.power.ipmi;

import org.jspecify.annotations.NullMarked;
