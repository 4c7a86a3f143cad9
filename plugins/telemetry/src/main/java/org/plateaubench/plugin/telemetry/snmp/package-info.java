// SPDX-License-Identifier: Apache-2.0
/** Values of a device, over SNMP. */
@NullMarked
package org.plateaubench.plugin.telemetry.snmp;

import org.jspecify.annotations.NullMarked;
