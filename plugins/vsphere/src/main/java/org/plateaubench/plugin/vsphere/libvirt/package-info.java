// SPDX-License-Identifier: Apache-2.0
/** A libvirt daemon as a system under test, and the client that speaks with it. */
@NullMarked
package org.plateaubench.plugin.vsphere.libvirt;

import org.jspecify.annotations.NullMarked;
