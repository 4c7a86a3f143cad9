// SPDX-License-Identifier: Apache-2.0
/** Drives one workload in this process: starts its users, supervises them and gives their intervals. */
@NullMarked
package org.plateaubench.drive;

import org.jspecify.annotations.NullMarked;
