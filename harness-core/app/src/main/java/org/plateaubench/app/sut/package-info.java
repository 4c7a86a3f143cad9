// SPDX-License-Identifier: Apache-2.0
/** SUTs that are kept running between runs. */
@NullMarked
package org.plateaubench.app.sut;

import org.jspecify.annotations.NullMarked;
