// SPDX-License-Identifier: Apache-2.0
/** Migrations, clones, power and snapshots as a load. */
@NullMarked
package org.plateaubench.plugin.vsphere.operations;

import org.jspecify.annotations.NullMarked;
