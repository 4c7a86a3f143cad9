// SPDX-License-Identifier: Apache-2.0
/** Users of asynchronous drivers, on event loops. */
@NullMarked
package org.plateaubench.drive.loop;

import org.jspecify.annotations.NullMarked;
