// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.web.allowed;

import org.jspecify.annotations.NullMarked;
