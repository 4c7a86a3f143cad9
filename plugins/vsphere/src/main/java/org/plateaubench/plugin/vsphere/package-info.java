// SPDX-License-Identifier: Apache-2.0
/**
 * VMware vSphere: operations of its infrastructure as a load, and the utilisation of its hosts and machines as
 * telemetry.
 */
@NullMarked
package org.plateaubench.plugin.vsphere;

import org.jspecify.annotations.NullMarked;
