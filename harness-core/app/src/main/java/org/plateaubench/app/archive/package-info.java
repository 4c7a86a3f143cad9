// SPDX-License-Identifier: Apache-2.0
/** Archives that come from outside, of which nothing is trusted. */
@NullMarked
package org.plateaubench.app.archive;

import org.jspecify.annotations.NullMarked;
