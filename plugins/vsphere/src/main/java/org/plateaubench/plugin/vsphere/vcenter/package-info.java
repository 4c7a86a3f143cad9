// SPDX-License-Identifier: Apache-2.0
/** A vCenter Server as a system under test, its telemetry, and its client by SOAP over HTTPS, which needs only the JDK. */
@NullMarked
package org.plateaubench.plugin.vsphere.vcenter;

import org.jspecify.annotations.NullMarked;
