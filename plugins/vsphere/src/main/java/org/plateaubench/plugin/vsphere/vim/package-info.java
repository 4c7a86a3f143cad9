// SPDX-License-Identifier: Apache-2.0
/** The interface to virtualisation platforms, and to a vCenter Server in particular, independent of the client. */
@NullMarked
package org.plateaubench.plugin.vsphere.vim;

import org.jspecify.annotations.NullMarked;
