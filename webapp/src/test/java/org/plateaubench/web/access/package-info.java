// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.web.access;

import org.jspecify.annotations.NullMarked;
