// SPDX-License-Identifier: Apache-2.0
/** Tests that drive the real launcher as a user does: real processes, real signals, real files. */
@NullMarked
package org.plateaubench.command;

import org.jspecify.annotations.NullMarked;
