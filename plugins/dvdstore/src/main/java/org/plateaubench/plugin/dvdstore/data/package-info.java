// SPDX-License-Identifier: Apache-2.0
/** The data set in the SUT: load, marker, checks and reconciliation. */
@NullMarked
package org.plateaubench.plugin.dvdstore.data;

import org.jspecify.annotations.NullMarked;
