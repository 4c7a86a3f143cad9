// SPDX-License-Identifier: Apache-2.0
/** What the plugin asks of a platform that runs machines, and of a vCenter Server in particular, whichever client speaks with it. */
@NullMarked
package org.plateaubench.plugin.vsphere.vim;

import org.jspecify.annotations.NullMarked;
