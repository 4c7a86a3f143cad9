// SPDX-License-Identifier: Apache-2.0

/** The jar or folder of a driver: its content, and the check whether Plateau can run it. */
@NullMarked
package org.plateaubench.plugin.faban.archive;

import org.jspecify.annotations.NullMarked;
