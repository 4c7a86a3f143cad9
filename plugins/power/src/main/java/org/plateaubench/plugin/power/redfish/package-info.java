// SPDX-License-Identifier: Apache-2.0
/** Power meters with the Redfish interface of a management controller. */
@NullMarked
package org.plateaubench.plugin.power.redfish;

import org.jspecify.annotations.NullMarked;
