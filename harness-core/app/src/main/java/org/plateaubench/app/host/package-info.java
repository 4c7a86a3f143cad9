// SPDX-License-Identifier: Apache-2.0
/** Checks a client host before it is used, and advises on improvements. */
@NullMarked
package org.plateaubench.app.host;

import org.jspecify.annotations.NullMarked;
