// SPDX-License-Identifier: Apache-2.0
/** The client of our own: SOAP over HTTPS, with the JDK alone. */
@NullMarked
package org.plateaubench.plugin.vsphere.soap;

import org.jspecify.annotations.NullMarked;
