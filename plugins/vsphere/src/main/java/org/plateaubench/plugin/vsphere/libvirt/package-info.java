// SPDX-License-Identifier: Apache-2.0
/** A libvirt daemon as a system under test, and its client. */
@NullMarked
package org.plateaubench.plugin.vsphere.libvirt;

import org.jspecify.annotations.NullMarked;
