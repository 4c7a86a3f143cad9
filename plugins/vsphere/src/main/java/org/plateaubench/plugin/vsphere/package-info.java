// SPDX-License-Identifier: Apache-2.0
/** VMware vSphere: operations of its infrastructure as a load, and what its hosts and machines do as telemetry. */
@NullMarked
package org.plateaubench.plugin.vsphere;

import org.jspecify.annotations.NullMarked;
