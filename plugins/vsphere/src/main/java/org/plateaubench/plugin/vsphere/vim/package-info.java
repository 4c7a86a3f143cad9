// SPDX-License-Identifier: Apache-2.0
/** The interface to virtualisation platforms. */
@NullMarked
package org.plateaubench.plugin.vsphere.vim;

import org.jspecify.annotations.NullMarked;
