// SPDX-License-Identifier: Apache-2.0
/** What the plugin asks of a vCenter Server, whichever client speaks with it. */
@NullMarked
package org.plateaubench.plugin.vsphere.vim;

import org.jspecify.annotations.NullMarked;
