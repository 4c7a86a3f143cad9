// SPDX-License-Identifier: Apache-2.0
/** A client of the vSphere API by SOAP over HTTPS, which needs only the JDK. */
@NullMarked
package org.plateaubench.plugin.vsphere.soap;

import org.jspecify.annotations.NullMarked;
